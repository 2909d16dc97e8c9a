/** Everything that bears on the scopes that a login asks for. */
export interface ScopeSources {
  /** The operator's own choice. */
  readonly configured: readonly string[] | undefined
  /** From the server's refusal of a request without a token. */
  readonly challenged: readonly string[]
  /** From the metadata of the server. */
  readonly supported: readonly string[]
  /** Scopes that were missing since the last login. */
  readonly wanted: readonly string[]
  /** Scopes of the login that is replaced. */
  readonly granted: readonly string[]
  /** True if the authorization server offers `offline_access`, without which some give no refresh token. */
  readonly canStayLoggedIn: boolean
}

/**
 * Returns the scopes to ask for: the operator's, else those of the refusal, else those that the server supports. If some were missing
 * since the last login, the new one asks for the old ones too, so that nothing is lost.
 */
export function chooseScopes(sources: ScopeSources): readonly string[] {
  const { configured, challenged, supported, wanted, granted, canStayLoggedIn } = sources
  const basis = configured ?? (challenged.length > 0 ? challenged : wanted.length > 0 ? [] : supported)
  const kept = wanted.length > 0 ? granted : []
  const all = new Set([...basis, ...kept, ...wanted])
  if (all.size > 0 && canStayLoggedIn) all.add('offline_access')
  return [...all]
}

/** Reads a list of scopes as the protocol writes it. */
export function readScopes(text: string | undefined): readonly string[] {
  return (text ?? '').split(/\s+/).filter((scope) => scope !== '')
}
