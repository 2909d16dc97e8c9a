/** A deeply frozen copy, so that a definition that was registered cannot change afterwards. */
export function freezeJson<Value>(value: Value): Value {
  return freeze(structuredClone(value))
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}
