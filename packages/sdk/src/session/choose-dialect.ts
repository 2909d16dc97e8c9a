import { type DialectName, dialectForModel, dialectNames, loadDialect } from '@drawbridge/core/dialect'
import { type Dialect, safeDialect } from '@drawbridge/core/registry'

/** Returns the dialect of a session. @param provider `provider` or `provider/model` that its tools are for. */
export type ChooseDialect = (provider: string | undefined) => Dialect

/** Loads the dialects that sessions may need, so that a session is opened at once. */
export async function createDialectChoice(wanted: DialectName | 'auto'): Promise<ChooseDialect> {
  if (wanted !== 'auto') {
    const dialect = await loadDialect(wanted)
    return () => dialect
  }
  const loaded = new Map(await Promise.all(dialectNames.map(async (name) => [name, await loadDialect(name)] as const)))
  return (provider) => loaded.get(dialectForModel(provider)) ?? safeDialect
}
