/** A value of a configuration file, whatever its syntax. Dates of TOML and YAML come as text. */
export type ConfigValue =
  | string
  | number
  | boolean
  | null
  | readonly ConfigValue[]
  | { readonly [key: string]: ConfigValue }

/** The way from the root of a file to a value: keys, and in a list `{ name }` for the element with that name. */
export type EntryPath = readonly (string | { readonly name: string })[]

/** A file as values, or the reason why it must not be touched. */
export type ReadConfig =
  | { readonly status: 'read'; readonly value: ConfigValue }
  | { readonly status: 'broken'; readonly why: string }

/**
 * One syntax of configuration files. `set` and `remove` return the text with one entry changed, and leave every other character as it
 * is. Both return undefined if they cannot do that in this text.
 */
export interface ConfigSyntax {
  /** Text without a byte order mark. An empty one is read as an empty object. */
  read(text: string): ReadConfig
  /** Adds the entry with the objects around it, or replaces its value. */
  set(text: string, path: EntryPath, value: ConfigValue): string | undefined
  /** Removes the entry. Objects around it stay, even if they are empty, where the syntax can say that. */
  remove(text: string, path: EntryPath): string | undefined
}
