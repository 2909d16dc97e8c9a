import type { Mode, Principal, ServiceName, Services, Session, SessionOptions } from '@drawbridge/core'
import type { ArtifactStore } from '@drawbridge/core/artifact'
import type { Clock, IdSource } from '@drawbridge/core/base'
import type { AnyEventBody } from '@drawbridge/core/event'
import type { SubagentHooks } from '@drawbridge/core/hook'
import type { BackgroundProcess } from '@drawbridge/core/machine'
import type { PolicySource } from '@drawbridge/core/policy'
import type { Questioner } from '@drawbridge/core/question'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { GuardedClient, HostLists } from '@drawbridge/net'
import type { SandboxLimits } from '@drawbridge/sandbox'
import type { PipedProgram, PipedProgramRequest } from '@drawbridge/sandbox/piped'
import type { Database, DatabaseOptions } from '@drawbridge/store/database'
import type { Sealer } from '@drawbridge/store/secrets'
import type { PromptCaller, RenderedPromptBlock } from './prompt-caller.ts'

/** The database of the home, opened when it is needed first. */
export interface HouseDatabase {
  /** Undefined if the database does not exist yet, or if the operator wants files only. */
  find(): Promise<Database | undefined>
  /**
   * Returns the database, created if it does not exist.
   * @throws DrawbridgeError `invalid_option` if the operator wants files only.
   */
  obtain(): Promise<Database>
  /** The options that it is opened with; undefined if the operator wants files alone. Opens nothing. */
  options(): Promise<DatabaseOptions | undefined>
}

/** The ground of a house: enough for commands and checks, which open no session. */
export interface HouseGround {
  /** The data folder. Absolute. */
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly database: HouseDatabase
  /** Encrypts and decrypts the sealed columns of rooms. What it opens is cut out of everything that leaves. */
  sealer(): Promise<Sealer>
}

/** A program that runs longer than a call: a server or a helper of a room. No shell reads its arguments. */
export interface LongLivedProgram {
  readonly argv: readonly [program: string, ...rest: string[]]
  /** Absolute. Default: the home. */
  readonly cwd?: string
  /** Added to the minimal base environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Bytes kept of its output, the last ones. Default 1 MiB. */
  readonly keptOutputBytes?: number
}

/** A program that speaks over its standard input and output. No shell reads its arguments. */
export interface SpeakingProgram extends Omit<PipedProgramRequest, 'cwd'> {
  /** Distinguishes it from other programs: small letters, digits, dashes. Its sandbox keeps a folder of this name. */
  readonly name: string
  /** Absolute. Default: the home, or in a sandbox a folder of its own. */
  readonly cwd?: string
  /** Default: that of calls, if the operator lets all of them run in a sandbox; else none. */
  readonly sandbox?: ProgramSandbox
}

/** The part of the machine that a program of a room can see and use. The data folder and the user's home are hidden. */
export interface ProgramSandbox {
  /** Further files and folders that it reads. Absolute. */
  readonly read?: readonly string[]
  /** Files and folders that it reads and writes. Absolute. Its own folder is one of them, its `cwd` is not. */
  readonly write?: readonly string[]
  /** Default `none`. `allow`: only these hosts, `example.com` or `*.example.com`. */
  readonly network?: 'none' | 'host' | { readonly allow: readonly string[] }
  readonly limits?: SandboxLimits
}

/** The limits of a run, as they can be stored. */
export interface StandingLimits {
  readonly mode: Mode
  /** Globs of paths that no call may touch. Absolute, or below `~/`. */
  readonly deniedPaths: readonly string[]
  /** The modes of its session and of what is above it, which bind as well. */
  readonly modes?: readonly Mode[]
  /** The tools that are kept from it: canonical names, and entries of rules as in a configuration, which count for tools that come later. */
  readonly deniedTools?: readonly string[]
}

/** The services that the house offers its rooms. */
export interface House extends HouseGround {
  /** The folder of sessions that name no other. Real path. */
  readonly workspace: string
  /** The agent of sessions that name no other; undefined if there is none. */
  readonly agent: string | undefined
  readonly ids: IdSource
  readonly scrubber: Scrubber
  /** The policy that decides calls. Call `current()` at each use, because a changed configuration replaces it. */
  readonly policy: PolicySource
  /** Those who carry questions to a person. For a question outside calls use the service `questioner`, which asks all of them. */
  questioners(): readonly Questioner[]
  /**
   * Returns the guarded client for one purpose, created at the first call; the operator's host lists apply to every
   * client.
   * @param hosts Further hosts for this purpose. Using the same purpose with other hosts is a programming error.
   */
  client(purpose: string, hosts?: Pick<HostLists, 'allowHosts' | 'internalHosts'>): Promise<GuardedClient>
  /** @param options.workspace The folder that the session works in. Default: that of the house. */
  openSession(options?: SessionOptions & { readonly workspace?: string }): Promise<Session>
  /**
   * Returns the limits of a run that work which it leaves for later must keep; undefined if the run is not open here.
   * @param run The id of the run.
   */
  limitsOf(run: string): StandingLimits | undefined
  /**
   * Has work done when the run of an agent ends, however it ends; its session is closed only then. Returns false, and does nothing, if no
   * such run is open here: a call of its own is none. A process that dies does none of it.
   * @param run The id of the run.
   */
  afterRun(run: string, work: () => Promise<void>): boolean
  /** Loads what runs the operator's hooks about children. */
  subagentHooks(): Promise<SubagentHooks>
  /**
   * Records an event in an open session of this house and tells its listeners. Resolves to false, and does nothing, if the session is
   * not open here.
   * @param run Whose event it is: the principal of a call, say.
   */
  emit<Body extends AnyEventBody>(run: Pick<Principal, 'session' | 'run'>, event: Body): Promise<boolean>
  /** Stores outputs that a session can read later, with `artifact.read`, and lets other sessions read them. */
  readonly artifacts: Pick<ArtifactStore, 'create' | 'share'>
  /** Returns the parts of a caller's prompt that rooms write, scrubbed, in the order of the rooms. Empty ones are left out. */
  promptBlocks(caller: PromptCaller): Promise<readonly RenderedPromptBlock[]>
  /** Removes a secret from everything that leaves, from now on. Values shorter than six characters are not removed. */
  hide(secret: string): void
  /**
   * Reads a text file that the operator's section names.
   * @param path Absolute, or relative to the data folder.
   */
  readText(path: string): Promise<string>
  /** Starts a program in a process group of its own, which is ended with the house at the latest. */
  start(program: LongLivedProgram): Promise<BackgroundProcess>
  /**
   * Starts a program to speak with. It is ended with the house at the latest, with all that it started, even if this process is killed.
   * Rejects with a fault if it does not start, and with `sandbox_unavailable` if its sandbox cannot be built.
   */
  startSpeaking(program: SpeakingProgram): Promise<PipedProgram>
  /** Returns the service that another room provides under this name; undefined if none does. */
  service<Name extends ServiceName>(name: Name): Promise<Services[Name] | undefined>
}
