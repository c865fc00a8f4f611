/** Tabs as WAI-ARIA describes them: arrow keys move between them, and the panel shows the selected one. */
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface Tab<K extends string> {
  key: K;
  text: string;
  panel: () => ComponentChildren;
}

export function Tabs<K extends string>({
  tabs,
  chosen,
  onChange,
  label,
}: {
  tabs: readonly Tab<K>[];
  chosen: K;
  onChange: (key: K) => void;
  label: string;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find(tab => tab.key === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const at = tabs.findIndex(tab => tab.key === current?.key);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (by === 0 || !next) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(tab => (
          <button
            type="button"
            key={tab.key}
            role="tab"
            id={`${id}-${tab.key}`}
            data-tab={tab.key}
            aria-selected={tab.key === current?.key}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current?.key ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.text}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current?.key ?? ""}`}
        tabIndex={0}
      >
        {current?.panel()}
      </div>
    </div>
  );
}
