const tellingName =
  /key|token|secret|pass|pwd|auth|cred|cookie|session|dsn|private|signature|(?:^|_)(?:pat|pin)(?:_|$)/i
/** Words, numbers, paths and addresses: `eu-central-1`, `C.UTF-8`, `/usr/share`, `https://example.org`. */
const plainValue =
  /^(?:[A-Za-z]{1,20}(?:[-_.@:+](?:[A-Za-z]{1,20}|\d{1,4})){0,6}|[\d.,:]{1,20}|\/[^\n]*|https?:\/\/[^@\n]*|)$/

/**
 * Returns true if a variable that a tool takes from the operator's environment is cut out of all output: its name tells so, or its value
 * is none of the plain kinds.
 */
export function isSecretVariable(name: string, value: string): boolean {
  return tellingName.test(name) || !plainValue.test(value)
}
