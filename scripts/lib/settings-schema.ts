/** The JSON Schema of the configuration, as far as checks read it. */
export interface SettingsSchema {
  readonly properties?: Readonly<Record<string, SettingsSchema>>
  readonly additionalProperties?: SettingsSchema | boolean
  readonly items?: SettingsSchema
  readonly anyOf?: readonly SettingsSchema[]
}

/** Returns the names of the sections. */
export function sectionsOf({ properties = {} }: SettingsSchema): readonly string[] {
  return Object.keys(properties).filter((name) => /^\w+$/.test(name))
}

/** Returns true if a value can have a setting at this path. */
export function hasSetting(schema: SettingsSchema, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return true
  const { properties = {}, additionalProperties } = schema
  const own = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
  if (typeof own === 'object' && hasSetting(own, rest)) return true
  return alternativesOf(schema).some((each) => hasSetting(each, [key, ...rest]))
}

/** Returns true if any part of a value can have a setting at this path. */
export function hasSettingAnywhere(schema: SettingsSchema, path: readonly string[]): boolean {
  return hasSetting(schema, path) || partsOf(schema).some((each) => hasSettingAnywhere(each, path))
}

/** Returns the keys of all settings. */
export function keysOf(schema: SettingsSchema): ReadonlySet<string> {
  const keys = Object.keys(schema.properties ?? {})
  return new Set([...keys, ...partsOf(schema).flatMap((each) => [...keysOf(each)])])
}

function alternativesOf({ anyOf = [], items }: SettingsSchema): readonly SettingsSchema[] {
  return [...anyOf, ...(items === undefined ? [] : [items])]
}

function partsOf(schema: SettingsSchema): readonly SettingsSchema[] {
  const { properties = {}, additionalProperties } = schema
  const other = typeof additionalProperties === 'object' ? [additionalProperties] : []
  return [...Object.values(properties), ...other, ...alternativesOf(schema)]
}
