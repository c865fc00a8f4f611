/** The basic components of every screen. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { t } from "../catalogue";
import { wrongNumber } from "../core/numbers";

export function Button({
  children,
  onClick,
  kind = "plain",
  pressed,
  ...rest
}: {
  children: ComponentChildren;
  onClick: () => void;
  kind?: "plain" | "main" | "quiet" | "danger";
  pressed?: boolean;
} & Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, "onClick">) {
  return (
    <button
      type="button"
      class={`button button-${kind}`}
      aria-pressed={pressed}
      onClick={event => {
        const wrong = kind === "main" ? wrongField(event.currentTarget) : null;
        if (wrong) event.preventDefault();
        else onClick();
      }}
      {...rest}
    >
      {children}
    </button>
  );
}

/** Finds and shows the first invalid field of a button's form. */
function wrongField(button: HTMLElement): HTMLElement | null {
  const beside = button.closest("form, dialog, .card, .stack");
  const wrong = beside?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;
  const folded = wrong?.closest("details");
  if (folded) folded.open = true;
  wrong?.focus();
  return wrong;
}

/** A button with an icon; its label is for screen readers and the tooltip. */
export function IconButton({
  icon,
  label,
  onClick,
  pressed,
  disabled,
}: {
  icon: JSX.Element;
  label: string;
  onClick: () => void;
  pressed?: boolean;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}

export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint && <p class="field-hint">{hint}</p>}
    </div>
  );
}

/** A button that opens an SGF file. */
export function FileButton({ label, onFile }: { label: string; onFile: (file: File) => Promise<void> }) {
  return (
    <label class="button button-plain file-button">
      {label}
      <input
        type="file"
        accept=".sgf"
        onChange={event => {
          const file = event.currentTarget.files?.[0];
          if (file) void onFile(file);
        }}
      />
    </label>
  );
}

export function Checkbox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={event => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

export interface Option {
  value: string;
  text: string;
}

export function Select({
  id,
  value,
  options,
  onChange,
  label,
}: {
  id?: string;
  value: string;
  options: readonly (Option | { group: string; options: readonly Option[] })[];
  onChange: (value: string) => void;
  label?: string;
}) {
  const option = ({ value: each, text }: Option) => (
    <option key={each} value={each} selected={each === value}>
      {text}
    </option>
  );
  return (
    <select id={id} aria-label={label} value={value} onChange={event => onChange(event.currentTarget.value)}>
      {options.map(each =>
        "group" in each ? (
          <optgroup key={each.group} label={each.group}>
            {each.options.map(option)}
          </optgroup>
        ) : (
          option(each)
        ),
      )}
    </select>
  );
}

/** A number field. An invalid number stays in the field with an error message, and is not reported to `onChange`. */
export function NumberInput({
  id,
  value,
  min,
  max,
  step = 1,
  placeholder,
  label,
  ...changes
}: {
  id?: string;
  value: number | null;
  min?: number;
  max?: number;
  step?: number | "any";
  placeholder?: string;
  label?: string;
} & (
  { optional: true; onChange: (value: number | null) => void } | { optional?: false; onChange: (value: number) => void }
)) {
  const [typed, setTyped] = useState<{ text: string; wrong: string | null } | null>(null);
  const about = useId();
  // The value was changed from outside.
  useEffect(() => {
    setTyped(typed => (typed && typed.wrong === null && Number(typed.text) === value ? typed : null));
  }, [value]);
  const take = ({ value: text, validity }: HTMLInputElement) => {
    // Browsers report an invalid number as an empty text.
    const missing = validity?.badInput ? t("numberMissing") : null;
    const whole = Number.isInteger(step);
    const wrong = missing ?? wrongNumber(text, { min, max, whole, optional: changes.optional ?? false });
    setTyped({ text, wrong });
    if (wrong !== null) return;
    if (text.trim() !== "") changes.onChange(Number(text));
    else if (changes.optional) changes.onChange(null);
  };
  return (
    <>
      <input
        id={id}
        type="number"
        aria-label={label}
        aria-invalid={typed?.wrong ? true : undefined}
        aria-describedby={typed?.wrong ? about : undefined}
        value={typed?.text ?? value ?? ""}
        min={min}
        max={max}
        step={step}
        placeholder={placeholder}
        onInput={event => take(event.currentTarget)}
      />
      {typed?.wrong && (
        <p id={about} class="error-text" role="alert">
          {typed.wrong}
        </p>
      )}
    </>
  );
}

/** A choice between a few options, as a row of buttons. */
export function Segments({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value} class={option.value === value ? "segment segment-on" : "segment"}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </div>
  );
}

export function ProgressBar({ done, of, label }: { done: number; of: number; label: string }) {
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={of}
    >
      <div style={{ width: `${of > 0 ? (100 * done) / of : 0}%` }} />
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
