/** Returns a text as one word of bash and zsh. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
