import { render } from "preact";
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import { language } from "../src/core/settings";
import { wrongNumber } from "../src/core/numbers";
import { SizeField } from "../src/setup/terms";
import { Button, NumberInput } from "../src/ui/controls";

const place = document.createElement("div");
document.body.append(place);

beforeEach(() => {
  language.value = "en";
  act(() => render(null, place));
});

const field = () => place.querySelector("input[type=number]") as HTMLInputElement;
const said = () => place.querySelector(".error-text")?.textContent ?? null;

function type(text: string): void {
  act(() => {
    field().value = text;
    field().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("an invalid size is refused at its field and not replaced by another", () => {
  const changed = vi.fn();
  act(() => render(<SizeField size={9} onChange={changed} />, place));
  for (const [text, sentence] of [
    ["9.5", "Enter a whole number, not 9.5."],
    ["0", "0 is not from 2 to 19."],
    ["-9", "-9 is not from 2 to 19."],
    ["20", "20 is not from 2 to 19."],
    ["", "Enter a number."],
  ] as const) {
    type(text);
    expect([text, said(), field().getAttribute("aria-invalid")]).toEqual([text, sentence, "true"]);
    expect(field().value).toBe(text);
  }
  expect(changed).not.toHaveBeenCalled();
  type("13");
  expect(said()).toBeNull();
  expect(changed.mock.calls).toEqual([[13]]);
});

test("an optional field may be empty", () => {
  const changed = vi.fn();
  act(() => render(<NumberInput value={7.5} step={0.5} min={-1000} max={1000} optional onChange={changed} />, place));
  type("");
  type("5000");
  expect(said()).toBe("5000 is not from -1000 to 1000.");
  type("6.5");
  expect(changed.mock.calls).toEqual([[null], [6.5]]);
});

test("a button does nothing while a field of its form is invalid", () => {
  const start = vi.fn();
  const form = (
    <form>
      <NumberInput value={2} min={1} onChange={() => undefined} />
      <Button kind="main" onClick={start}>
        go
      </Button>
    </form>
  );
  act(() => render(form, place));
  const press = () => void act(() => place.querySelector("button")?.click());
  type("0");
  press();
  expect(start).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field());
  type("3");
  press();
  expect(start).toHaveBeenCalledOnce();
});

test("a number is checked against its limits", () => {
  const any = { whole: false, optional: false };
  expect(wrongNumber("0.5", any)).toBeNull();
  expect(wrongNumber("NaN", any)).toBe("Enter a number.");
  expect(wrongNumber("Infinity", any)).toBe("Enter a number.");
  expect(wrongNumber("-1", { ...any, min: 0 })).toBe("-1 is less than 0.");
  expect(wrongNumber("11", { ...any, max: 10 })).toBe("11 is more than 10.");
});
