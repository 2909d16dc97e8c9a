/** An object without its undefined properties. */
export type Defined<Value extends object> = {
  [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key]
} & { [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined> }

/** Returns the properties that have a value, in their order. For records and options in which absent and undefined differ. */
export function defined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Defined<Value>
}
