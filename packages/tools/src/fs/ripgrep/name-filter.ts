const typeName = 'drawbridge'
/** File name patterns that ripgrep reads as we do: it knows no sequences, `{1..3}`, and takes braces without a comma away. */
const plainName = /^[\w.\-*?]+(\{[\w.\-*?]+(,[\w.\-*?]+)+\})?[\w.\-*?]*$/

/**
 * Options that keep ripgrep to files whose name fits the last part of a pattern; none where that cannot be said. Given as a file
 * type, since `--glob` would bring ignored files back, which a type never does. The caller checks whole paths itself.
 */
export function nameFilter(pattern: string | undefined): readonly string[] {
  const name = pattern?.split('/').at(-1)
  if (name === undefined || name === '**' || !plainName.test(name)) return []
  return [`--type-add=${typeName}:${name}`, `--type=${typeName}`]
}
