/** A modal dialog: the browser keeps the focus inside, and Esc closes it. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../catalogue";
import { IconButton } from "./controls";
import { icons } from "./icons";

export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onClick={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <IconButton icon={icons.close} label={t("close")} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
