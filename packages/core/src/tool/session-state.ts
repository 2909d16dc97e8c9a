/** Names one piece of state that a tool keeps per session, such as what the session has read. */
export interface SessionKey<Value> {
  readonly name: string
  create(): Value
}

/** State that lives as long as its session. Tools themselves keep none. */
export interface SessionState {
  /** The session's value for this key, made on first use. */
  use<Value>(key: SessionKey<Value>): Value
}

export function createSessionState(): SessionState {
  const values = new Map<SessionKey<unknown>, unknown>()
  return {
    use: <Value>(key: SessionKey<Value>): Value => {
      if (!values.has(key)) values.set(key, key.create())
      return values.get(key) as Value
    },
  }
}
