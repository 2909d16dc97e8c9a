import { type DialectName, dialectForModel, dialectNames, loadDialect } from '@drawbridge/core/dialect'
import { type Dialect, safeDialect } from '@drawbridge/core/registry'

/** Returns the dialect of a session. @param provider `provider` or `provider/model` that its tools are for. */
export type ChooseDialect = (provider: string | undefined) => Dialect

/** Returns the dialect of a run, with the names that rooms give their tools for its agent. */
export type DialectOfRun = (run: {
  /** As for `ChooseDialect`. */
  readonly provider: string | undefined
  readonly agent: string | undefined
  /** The run's own. Undefined for that of the session. */
  readonly dialect: Dialect | undefined
}) => Dialect

/** Loads the dialects that sessions may need, so that a session is opened at once. */
export async function createDialectChoice(wanted: DialectName | 'auto'): Promise<ChooseDialect> {
  if (wanted !== 'auto') {
    const dialect = await loadDialect(wanted)
    return () => dialect
  }
  const loaded = new Map(await Promise.all(dialectNames.map(async (name) => [name, await loadDialect(name)] as const)))
  return (provider) => loaded.get(dialectForModel(provider)) ?? safeDialect
}
