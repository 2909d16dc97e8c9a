/** The default branch of an exhaustive switch: compiles only while every variant has its own case. Throws a `TypeError` for any other value. */
export function assertNever(value: never): never {
  throw new TypeError(`No case handles ${JSON.stringify(value)}.`)
}
