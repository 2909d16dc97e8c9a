/** An object without its undefined properties. */
export type Defined<Value extends object> = {
  [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key]
} & { [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined> }

const own = { configurable: true, enumerable: true, writable: true } as const

/** Returns the properties that have a value, in their order. For records and options in which absent and undefined differ. */
export function defined<Value extends object>(value: Value): Defined<Value> {
  const kept: Record<string, unknown> = {}
  // A key may be one that assignment would take for the prototype.
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue
    if (key === '__proto__') Object.defineProperty(kept, key, { value: entry, ...own })
    else kept[key] = entry
  }
  return kept as Defined<Value>
}
