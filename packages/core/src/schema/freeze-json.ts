/** A deeply frozen copy, so that a definition that was registered cannot change afterwards. */
export function freezeJson<Value>(value: Value): Value {
  return freezeInPlace(structuredClone(value))
}

/** Freezes a value of JSON deeply, and returns it. */
export function freezeInPlace<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freezeInPlace(member)
  return Object.freeze(value)
}
