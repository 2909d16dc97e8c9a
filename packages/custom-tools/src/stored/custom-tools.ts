import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean, isJsonObject } from '@drawbridge/core/base'
import type { HouseGround } from '@drawbridge/room'
import { isUniqueViolation, type Transaction } from '@drawbridge/store/database'
import type { ToolDescription } from '../definition/definition-schema.ts'
import { needDefinition } from '../definition/read-definition.ts'
import { originOf } from '../http/check-request.ts'
import { assertFreeName } from './assert-free-name.ts'
import {
  advanceRevision,
  allTools,
  dropEnvironment,
  findTool,
  findVariables,
  insertTool,
  readRevision,
  removeTool,
  removeVariable,
  sealedEnvironment,
  type ToolRow,
  updateTool,
  writeVariable,
} from './tool-rows.ts'

/** The topic on which changes of tools are published. */
export const toolsTopic = 'custom.tools'

/** A tool of the database. The values of its environment are nowhere in it. */
export interface StoredTool {
  /** Canonical: `custom.<name>`, or `custom.<agent>.<name>`. */
  readonly name: string
  readonly description: ToolDescription
  /** The owner of its environment. */
  readonly environment: string
  /** The count of its changes. */
  readonly revision: number
  readonly changedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly changedAt: number
}

/** The tools of the database. Each change is checked whole, and every process sees it at its next call. */
export interface CustomTools {
  list(): Promise<readonly StoredTool[]>
  /** @throws DrawbridgeError `invalid_option` if it does not exist, with the nearest name. */
  need(name: string): Promise<StoredTool>
  /** Grows with each change. */
  revision(): Promise<number>
  /** @throws DrawbridgeError `invalid_option` for a definition that cannot be used or a name that is taken. */
  add(definition: unknown, by: string): Promise<StoredTool>
  /** Adds all of them, or none. @param environment Values for the tools of one import. */
  addAll(
    definitions: readonly unknown[],
    by: string,
    environment?: { readonly owner: string; readonly values: Readonly<Record<string, string>> },
  ): Promise<readonly StoredTool[]>
  /**
   * Changes the given fields. A field that is null goes back to its default; a variable of `env` that is null is removed, and
   * variables that are not named stay. Name and agent stay as they are.
   */
  edit(name: string, changes: unknown, by: string): Promise<StoredTool>
  setEnabled(name: string, enabled: boolean, by: string): Promise<StoredTool>
  remove(name: string): Promise<void>
  /** Returns the values of an environment, for the call of its tool alone. */
  openEnvironment(owner: string): Promise<Readonly<Record<string, string>>>
}

/** Says why a tool must not be added; undefined if it may. @param name Canonical. */
export type RefuseTool = (name: string, description: ToolDescription) => string | undefined

/**
 * Creates the access to the tools of the database. Nothing is opened before its first use.
 * @param refuses The reasons of a policy, for example that one of its deny lists names the tool. Default: none.
 */
export function createCustomTools(
  { database, clock, sealer }: Pick<HouseGround, 'database' | 'clock' | 'sealer'>,
  refuses: RefuseTool = () => undefined,
): CustomTools {
  const find = async (name: string): Promise<ToolRow | undefined> => {
    const found = await database.find()
    return found?.get(findTool, canonical(name))
  }
  const list = async () => ((await (await database.find())?.all(allTools)) ?? []).map(readRow)
  const need = async (name: string): Promise<ToolRow> =>
    (await find(name)) ??
    unknownTool(
      name,
      (await list()).map((tool) => tool.name),
    )
  const openEnvironment: CustomTools['openEnvironment'] = async (owner) => {
    const rows = (await (await database.find())?.all(findVariables, owner)) ?? []
    const { open } = await sealer()
    const values = new Map<string, string>()
    // Opened one by one: each value is a secret of its own, and is removed from all output.
    for (const { id, variable, encrypted_value: envelope } of rows)
      values.set(variable, await open(sealedEnvironment, { key: id }, envelope))
    return Object.fromEntries(values)
  }
  const change = async <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
    (await database.obtain()).transaction(async (transaction) => {
      const result = await work(transaction)
      await transaction.run(advanceRevision)
      await transaction.publish(toolsTopic, 'changed')
      return result
    })
  const writeVariables = async (transaction: Transaction, owner: string, values: Variables) => {
    const { seal } = await sealer()
    for (const [variable, value] of Object.entries(values)) {
      const id = `${owner} ${variable}`
      if (value === null) {
        await transaction.run(removeVariable, id)
        continue
      }
      const { envelope, keyId } = await seal(transaction, sealedEnvironment, { key: id }, value)
      await transaction.run(writeVariable, id, owner, variable, envelope, keyId)
    }
  }

  const addAll: CustomTools['addAll'] = async (definitions, by, shared) => {
    const read: Awaited<ReturnType<typeof needDefinition>>[] = []
    for (const definition of definitions) read.push(await needDefinition(definition))
    const names = read.map(({ description }) => canonicalNameOf(description))
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw invalid(`The tool "${twice}" is given twice.`)
    for (const [index, { description }] of read.entries()) {
      const name = names[index] ?? ''
      const reason = refuses(name, description)
      if (reason !== undefined) throw invalid(`The name "${name}" cannot be used: ${reason}`)
    }
    try {
      await change(async (transaction) => {
        const rows = await transaction.all(allTools)
        const taken = rows.map(({ name }) => name)
        for (const [index, { description, environment }] of read.entries()) {
          const name = names[index] ?? ''
          await assertFreeName(name, [...taken, ...names.slice(0, index)])
          const owner = description.api === undefined ? name : `api:${description.api}`
          assertSameHosts(description, rows.filter((row) => row.environment === owner).map(readRow))
          await transaction.run(
            insertTool,
            name,
            description.agent_id ?? null,
            JSON.stringify(description),
            description.enabled ? 1 : 0,
            owner,
            by,
            clock.now(),
          )
          if (environment !== undefined) await writeVariables(transaction, owner, environment)
        }
        if (shared !== undefined) await writeVariables(transaction, shared.owner, shared.values)
      })
    } catch (error) {
      if (isUniqueViolation(error))
        throw invalid('A tool of that name was added at the same moment. Look at it: drawbridge custom list')
      throw error
    }
    return Promise.all(names.map(async (name) => readRow(await need(name))))
  }

  const edit: CustomTools['edit'] = async (name, changes, by) => {
    if (!isJsonObject(changes)) throw invalid('The changes of a tool are a JSON object of its fields.')
    const row = await need(name)
    const { env, ...fields } = changes
    for (const fixed of ['name', 'agent_id', 'api'])
      if (fixed in fields) throw invalid(`"${fixed}" of a tool stays as it is. Add another tool instead.`)
    const variables = readChanges(env)
    const definition = merged(JSON.parse(row.definition) as Readonly<Record<string, unknown>>, fields)
    const { description } = await needDefinition(definition)
    await change(async (transaction) => {
      const written = await transaction.run(
        updateTool,
        row.name,
        JSON.stringify(description),
        description.enabled ? 1 : 0,
        by,
        clock.now(),
        row.revision,
      )
      if (written === 0)
        throw invalid(`The tool "${row.name}" was changed or removed at the same moment. Look at it and try again.`)
      if (variables !== undefined) await writeVariables(transaction, row.environment, variables)
    })
    return readRow(await need(row.name))
  }

  return {
    list,
    need: async (name) => readRow(await need(name)),
    revision: async () => (await (await database.find())?.get(readRevision))?.revision ?? 0,
    add: async (definition, by) => (await addAll([definition], by))[0] ?? unknownTool('', []),
    addAll,
    edit,
    setEnabled: (name, enabled, by) => edit(name, { enabled }, by),
    remove: async (name) => {
      const row = await need(name)
      await change(async (transaction) => {
        await transaction.run(removeTool, row.name)
        await transaction.run(dropEnvironment, row.environment)
      })
    },
    openEnvironment,
  }
}

/** Tools of one import share credentials, which a later document of the same title must not send elsewhere. */
function assertSameHosts(tool: ToolDescription, others: readonly StoredTool[]): void {
  const placeOf = ({ request }: ToolDescription) =>
    (request === undefined ? undefined : originOf(request.url)) ?? 'a command'
  const places = new Set(others.map(({ description }) => placeOf(description)))
  if (places.size === 0 || places.has(placeOf(tool))) return
  const known = [...places].slice(0, 3).join(', ')
  throw invalid(
    `"${tool.api}" is an import for ${known}, and its tools share credentials. "${tool.name}" would send them to ${placeOf(tool)}. Choose another name: drawbridge custom import --as NAME`,
  )
}

/** Returns the canonical name of a tool of the database. */
export function canonicalNameOf({ name, agent_id: agent }: Pick<ToolDescription, 'name' | 'agent_id'>): string {
  return agent === undefined ? `custom.${name}` : `custom.${agent}.${name}`
}

function canonical(name: string): string {
  return name.startsWith('custom.') ? name : `custom.${name}`
}

function readRow(row: ToolRow): StoredTool {
  const description = JSON.parse(row.definition) as ToolDescription
  return {
    name: row.name,
    description: { ...description, enabled: row.enabled !== 0 },
    environment: row.environment,
    revision: row.revision,
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }
}

function merged(before: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>) {
  const fields = { ...before, ...changes }
  if ('timeout_ms' in changes) delete fields.timeout_seconds
  if ('input_schema' in changes) delete fields.parameters
  if ('timeout_ms' in changes && 'timeout_seconds' in changes) fields.timeout_seconds = changes.timeout_seconds
  if ('input_schema' in changes && 'parameters' in changes) fields.parameters = changes.parameters
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

type Variables = Readonly<Record<string, string | null>>

function readChanges(env: unknown): Variables | undefined {
  if (env === undefined) return undefined
  const isRight =
    isJsonObject(env) &&
    Object.entries(env).every(
      ([name, value]) => /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name) && (value === null || typeof value === 'string'),
    )
  if (!isRight) throw invalid('"env" is an object of texts by the name of a variable; null removes a variable.')
  return env as Variables
}

function unknownTool(name: string, known: readonly string[]): never {
  throw invalid(`There is no custom tool "${canonical(name)}".${didYouMean(canonical(name), known)}`)
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
