/** What is known of whatever was thrown: its message, or itself as text where it is no error. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
