/** What is known of whatever was thrown: its message, or itself as text where it is no error. */
export function errorMessage(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message
  try {
    return String(thrown)
  } catch {
    return 'something that cannot be read as text'
  }
}
