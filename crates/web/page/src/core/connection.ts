/**
 * The WebSocket between the page and its server.
 *
 * It reconnects after a loss, with a growing delay. Requests without a connection are refused: only the server has the
 * state of the games, and the page asks for it again after every welcome.
 */
import type { Event, Intention, Request, ServerMessage, Text } from "../messages";

export type Status = "connecting" | "open" | "lost";

/** The owner of a connection. */
export interface Listener {
  status(status: Status): void;
  sent(intention: Intention, tag: number): void;
  event(event: Event, tag: number | null): void;
}

/** An answer of a certain kind. */
export type Answer<K extends Event["kind"]> = Extract<Event, { kind: K }>;

/** Why an intention was refused; `null` if there is no connection. */
export class Refused extends Error {
  constructor(readonly reason: Text | null) {
    super(reason?.english ?? "no connection");
  }
}

interface PendingRequest {
  kind: Event["kind"];
  resolve(event: Event): void;
  reject(error: Refused): void;
}

const FIRST_DELAY = 300;
const LONGEST_DELAY = 5_000;

export class Connection {
  private socket: WebSocket | null = null;
  private delay = FIRST_DELAY;
  private tag = 0;
  private readonly pending = new Map<number, PendingRequest>();
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.listener.status(this.tag === 0 ? "connecting" : "lost");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = message => this.receive(String(message.data));
    socket.onclose = () => this.onClose(socket);
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  /** Sends an intention; the listener receives its errors. Returns the tag, or `null` without a connection. */
  send(intention: Intention): number | null {
    if (this.socket?.readyState !== WebSocket.OPEN) return null;
    this.tag += 1;
    const request: Request = { tag: this.tag, intention };
    this.listener.sent(intention, this.tag);
    this.socket.send(JSON.stringify(request));
    return this.tag;
  }

  /** Sends an intention and waits for the answer of this kind. */
  ask<K extends Event["kind"]>(intention: Intention, kind: K): Promise<Answer<K>> {
    return new Promise((resolve, reject) => {
      const tag = this.send(intention);
      if (tag === null) reject(new Refused(null));
      else this.pending.set(tag, { kind, resolve: event => resolve(event as Answer<K>), reject });
    });
  }

  private receive(text: string): void {
    const { tag, event } = JSON.parse(text) as ServerMessage;
    if (event.kind === "welcome") {
      this.delay = FIRST_DELAY;
      this.tag = Math.max(this.tag, 1);
      this.listener.status("open");
    }
    const pending = tag === null ? undefined : this.pending.get(tag);
    if (pending && tag !== null && event.kind === "error") {
      this.pending.delete(tag);
      pending.reject(new Refused(event.reason));
      return;
    }
    this.listener.event(event, tag);
    if (pending && tag !== null && event.kind === pending.kind) {
      this.pending.delete(tag);
      pending.resolve(event);
    }
  }

  private onClose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    for (const pending of this.pending.values()) pending.reject(new Refused(null));
    this.pending.clear();
    if (this.closed) return;
    this.listener.status("lost");
    setTimeout(() => {
      if (!this.closed) this.open();
    }, this.delay);
    this.delay = Math.min(this.delay * 2, LONGEST_DELAY);
  }
}
