/** How much room an element has, kept up to date. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

export function useRoom<E extends HTMLElement>(): [RefObject<E>, { width: number; height: number }] {
  const element = useRef<E>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () =>
      setRoom(before => {
        const { clientWidth: width, clientHeight: height } = measured;
        return before.width === width && before.height === height ? before : { width, height };
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, room];
}
