/** Returns the message of a thrown error, or any other thrown value as text. */
export function errorMessage(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message
  try {
    return String(thrown)
  } catch {
    return 'something that cannot be read as text'
  }
}
