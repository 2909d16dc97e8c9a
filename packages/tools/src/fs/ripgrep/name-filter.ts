const typeName = 'drawbridge'
/** File name patterns that ripgrep reads as we do: it knows no sequences, `{1..3}`, and takes braces without a comma away. */
const plainName = /^[\w.\-*?]+(\{[\w.\-*?]+(,[\w.\-*?]+)+\})?[\w.\-*?]*$/

/**
 * Returns options that limit ripgrep to files whose name matches the last part of a pattern; none if that cannot be expressed. They
 * define a file type, because `--glob` would include ignored files, which a type never does. The caller checks whole paths itself.
 */
export function nameFilter(pattern: string | undefined): readonly string[] {
  const name = pattern?.split('/').at(-1)
  if (name === undefined || name === '**' || !plainName.test(name)) return []
  return [`--type-add=${typeName}:${name}`, `--type=${typeName}`]
}
