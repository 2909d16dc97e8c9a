import { DrawbridgeError, fail } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import type { HouseGround } from '@drawbridge/room'
import { digestOfTree, type Tree } from '@drawbridge/sandbox/folder'
import { statement } from '@drawbridge/store/database'
import { removeWithdrawn } from './remove-withdrawn.ts'

/** The holder of a grant: runs of that agent, for that user. Both must match if both are given; if none is, runs that have neither. */
export interface SkillHolder {
  readonly agent?: string | undefined
  readonly user?: string | undefined
}

/** A version of a published skill. */
export interface PublishedSkill {
  readonly name: string
  /** From 1 on. */
  readonly version: number
  readonly visibility: 'private' | 'public'
  readonly digest: string
  readonly publishedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly publishedAt: number
}

/** Published skills with their versions and grants. */
export interface PublishedSkills {
  /** The newest version of each, sorted by name. */
  list(): Promise<readonly PublishedSkill[]>
  /** Those that a caller may use. */
  listFor(caller: SkillHolder): Promise<readonly PublishedSkill[]>
  /** @throws DrawbridgeError `invalid_option` if it does not exist, with the nearest name. */
  versions(name: string): Promise<readonly PublishedSkill[]>
  /** Adds the next version; the same files again add none. The holder is granted it. */
  publish(name: string, files: Tree, options: PublishOptions): Promise<PublishedSkill>
  /** The text of its `SKILL.md`, and the paths of the other files. */
  instructions(
    skill: Pick<PublishedSkill, 'name' | 'version'>,
  ): Promise<{ readonly text: string; readonly paths: readonly string[] }>
  files(skill: Pick<PublishedSkill, 'name' | 'version'>): Promise<Tree>
  grants(name: string): Promise<readonly SkillHolder[]>
  grant(name: string, holder: SkillHolder): Promise<void>
  /** Resolves to false if there was no such grant. */
  revoke(name: string, holder: SkillHolder): Promise<boolean>
  /** Removes a version, or all of them with their grants. */
  remove(name: string, version?: number): Promise<void>
}

/** The publisher of a version, and who may use it. */
export interface PublishOptions {
  readonly by: string
  readonly visibility: PublishedSkill['visibility']
  readonly holder: SkillHolder
  /** `any`: also a skill that somebody else published. `own`: that one is refused, since its users trust another publisher. */
  readonly replaces: 'own' | 'any'
}

type VersionRow = {
  readonly name: string
  readonly version: number
  readonly visibility: string
  readonly digest: string
  readonly published_by: string
  readonly published_at: number
}
const columns = 'name, version, visibility, digest, published_by, published_at'
const allVersions = statement<[], VersionRow>(`select ${columns} from skills_versions order by name, version desc`)
const versionsOf = statement<[name: string], VersionRow>(
  `select ${columns} from skills_versions where name = $1 order by version desc`,
)
const findFiles = statement<[name: string, version: number], { files: string }>(
  'select files from skills_versions where name = $1 and version = $2',
)
const findInstructions = statement<[name: string, version: number], { instructions: string; paths: string }>(
  'select instructions, paths from skills_versions where name = $1 and version = $2',
)
const insertVersion = statement<
  [
    name: string,
    version: number,
    visibility: string,
    instructions: string,
    paths: string,
    files: string,
    digest: string,
    by: string,
    at: number,
  ]
>(
  'insert into skills_versions (name, version, visibility, instructions, paths, files, digest, published_by, published_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
)
const dropVersion = statement<[name: string, version: number]>(
  'delete from skills_versions where name = $1 and version = $2',
)
const dropVersions = statement<[name: string]>('delete from skills_versions where name = $1')
const allGrants = statement<[], GrantRow>('select skill, agent, account from skills_grants order by granted_at')
const insertGrant = statement<[id: string, skill: string, agent: string | null, account: string | null, at: number]>(
  'insert into skills_grants (id, skill, agent, account, granted_at) values ($1, $2, $3, $4, $5) on conflict (id) do nothing',
)
const dropGrant = statement<[id: string]>('delete from skills_grants where id = $1')
const dropGrants = statement<[skill: string]>('delete from skills_grants where skill = $1')
type GrantRow = { readonly skill: string; readonly agent: string | null; readonly account: string | null }

/** Creates the access to published skills. Nothing is opened before its first use. */
export function createPublishedSkills({
  home,
  database,
  clock,
}: Pick<HouseGround, 'home' | 'database' | 'clock'>): PublishedSkills {
  const list = async () => newest(((await (await database.find())?.all(allVersions)) ?? []).map(readRow))
  const grantRows = async () => (await (await database.find())?.all(allGrants)) ?? []
  const versions: PublishedSkills['versions'] = async (name) => {
    const rows = (await (await database.find())?.all(versionsOf, name)) ?? []
    if (rows.length > 0) return rows.map(readRow)
    const names = (await list()).map((skill) => skill.name)
    throw new DrawbridgeError(
      'invalid_option',
      `No skill "${name}" is published.${didYouMean(name, names)} See: drawbridge skills list`,
    )
  }
  return {
    list,
    listFor: async (caller) => {
      const grants = await grantRows()
      return (await list()).filter(
        ({ name, visibility }) =>
          visibility === 'public' || grants.some((grant) => grant.skill === name && covers(grant, caller)),
      )
    },
    versions,
    publish: async (name, files, { by, visibility, holder, replaces }) => {
      const digest = digestOfTree(files)
      const encoded = Object.fromEntries(
        Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString('base64')]),
      )
      await (await database.obtain()).transaction(async (transaction) => {
        const [latest] = await transaction.all(versionsOf, name)
        if (replaces === 'own' && latest !== undefined && latest.published_by !== by)
          fail(
            'path_conflict',
            `The name "${name}" is taken. Choose another one, or ask the user to publish it: drawbridge skills publish`,
          )
        if (latest?.digest !== digest || latest.visibility !== visibility)
          await transaction.run(
            insertVersion,
            name,
            (latest?.version ?? 0) + 1,
            visibility,
            new TextDecoder().decode(files['SKILL.md']),
            JSON.stringify(Object.keys(files).filter((path) => path !== 'SKILL.md')),
            JSON.stringify(encoded),
            digest,
            by,
            clock.now(),
          )
        if (visibility === 'private')
          await transaction.run(
            insertGrant,
            grantId(name, holder),
            name,
            holder.agent ?? null,
            holder.user ?? null,
            clock.now(),
          )
      })
      removeWithdrawn(home, await list())
      const [published] = await versions(name)
      if (published === undefined) throw new TypeError(`"${name}" was removed at the same moment.`)
      return published
    },
    files: async ({ name, version }) => {
      const row = await (await database.find())?.get(findFiles, name, version)
      const encoded = row === undefined ? {} : (JSON.parse(row.files) as Readonly<Record<string, string>>)
      return Object.fromEntries(
        Object.entries(encoded).map(([path, content]) => [path, new Uint8Array(Buffer.from(content, 'base64'))]),
      )
    },
    instructions: async ({ name, version }) => {
      const row = await (await database.find())?.get(findInstructions, name, version)
      return { text: row?.instructions ?? '', paths: row === undefined ? [] : (JSON.parse(row.paths) as string[]) }
    },
    grants: async (name) =>
      (await grantRows())
        .filter(({ skill }) => skill === name)
        .map(({ agent, account }) => ({ agent: agent ?? undefined, user: account ?? undefined })),
    grant: async (name, holder) => {
      await versions(name)
      await (await database.obtain()).run(
        insertGrant,
        grantId(name, holder),
        name,
        holder.agent ?? null,
        holder.user ?? null,
        clock.now(),
      )
    },
    revoke: async (name, holder) => {
      await versions(name)
      return (await (await database.obtain()).run(dropGrant, grantId(name, holder))) > 0
    },
    remove: async (name, version) => {
      const known = await versions(name)
      if (version !== undefined && !known.some((each) => each.version === version))
        throw new DrawbridgeError(
          'invalid_option',
          `"${name}" has no version ${version}. It has: ${known.map((each) => each.version).join(', ')}`,
        )
      const isLast = version === undefined || known.length === 1
      await (await database.obtain()).transaction(async (transaction) => {
        if (version === undefined) await transaction.run(dropVersions, name)
        else await transaction.run(dropVersion, name, version)
        if (isLast) await transaction.run(dropGrants, name)
      })
      removeWithdrawn(home, await list())
    },
  }
}

/** Returns a holder in words, which differ for different ones. */
export function nameOf({ agent, user }: SkillHolder): string {
  const parts = [
    ...(agent === undefined ? [] : [`agent ${JSON.stringify(agent)}`]),
    ...(user === undefined ? [] : [`user ${JSON.stringify(user)}`]),
  ]
  return parts.join(', ') || 'a run without a name'
}

function newest(skills: readonly PublishedSkill[]): readonly PublishedSkill[] {
  return skills.filter(({ name }, index) => skills[index - 1]?.name !== name)
}

function covers({ agent, account }: GrantRow, caller: SkillHolder): boolean {
  if (agent === null && account === null) return caller.agent === undefined && caller.user === undefined
  return (agent === null || agent === caller.agent) && (account === null || account === caller.user)
}

function grantId(skill: string, { agent, user }: SkillHolder): string {
  return JSON.stringify([skill, agent ?? null, user ?? null])
}

function readRow(row: VersionRow): PublishedSkill {
  const { name, version, digest, published_by: publishedBy, published_at: publishedAt } = row
  return {
    name,
    version,
    visibility: row.visibility === 'public' ? 'public' : 'private',
    digest,
    publishedBy,
    publishedAt,
  }
}
