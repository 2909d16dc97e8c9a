/** Names one piece of state that a tool keeps per session, such as what the session has read. */
export interface SessionKey<Value> {
  readonly name: string
  create(): Value
  /** Called with the value when the session ends, if the value was created. */
  dispose?(value: Value): void | Promise<void>
}

/** State that lives as long as its session. Tools themselves keep none. Disposing of it ends what its values hold. */
export interface SessionState extends AsyncDisposable {
  /** The session's value for this key, made on first use. */
  use<Value>(key: SessionKey<Value>): Value
}

/** Creates the empty state of a session. */
export function createSessionState(): SessionState {
  const values = new Map<SessionKey<unknown>, unknown>()
  return {
    use: <Value>(key: SessionKey<Value>): Value => {
      const known = values.get(key)
      if (known !== undefined || values.has(key)) return known as Value
      const created = key.create()
      values.set(key, created)
      return created
    },
    [Symbol.asyncDispose]: async () => {
      const held = [...values]
      values.clear()
      await Promise.allSettled(held.map(async ([key, value]) => key.dispose?.(value)))
    },
  }
}
