/** The size of an element, updated when it changes. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

export function useElementSize<E extends HTMLElement>(): [RefObject<E>, { width: number; height: number }] {
  const element = useRef<E>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () =>
      setSize(before => {
        const { clientWidth: width, clientHeight: height } = measured;
        return before.width === width && before.height === height ? before : { width, height };
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
