/** The way in which an operator reaches an option: by a key of the configuration, or not at all, with the reason. */
export type Reach = { readonly key: string } | { readonly libraryOnly: string }

const service = { libraryOnly: 'A service or folder that the composition root makes itself.' } as const
const place = { libraryOnly: 'Decided by the place of the call: its workspace, home, user or sandbox.' } as const
const safety = {
  libraryOnly: 'A bound that keeps one process healthy; no setting of an operator depends on it.',
} as const

/**
 * Every option of the packages below sdk that changes what calls may do or how long and how much, with its reach. An option that is
 * missing here is one that nobody can set.
 */
export const reachableOptions: Readonly<Record<string, Readonly<Record<string, Reach>>>> = {
  'packages/core/src/pipeline/run-context.ts#RunSettings': {
    argumentLimits: { key: 'limits.arguments' },
    defaultTimeoutMs: { key: 'limits.timeouts.callMs' },
    commandTimeoutMs: { key: 'limits.timeouts.commandMs' },
    maxTimeoutMs: { key: 'limits.timeouts.maxMs' },
    abortGraceMs: safety,
    approvalTimeoutMs: { key: 'approvals.waitSeconds' },
    receiptTimeoutMs: { key: 'approvals.answerableMinutes' },
    automaticApprovals: { key: 'approvals.automatic' },
    hookTimeoutMs: { key: 'limits.timeouts.hookMs' },
    hookTotalMs: { key: 'limits.timeouts.hooksMs' },
    resultLimit: { key: 'limits.results' },
    endsLoops: { libraryOnly: 'Commands of a person may repeat themselves, models may not: each entry decides.' },
    flow: { key: 'flow.mode' },
    loopEnds: {
      libraryOnly: 'An MCP connection serves many tasks, so that a loop ends the call there: each entry decides.',
    },
  },
  'packages/core/src/limit/limit-settings.ts#LimitSettings': {
    calls: { key: 'limits.calls' },
    dangerousCalls: { key: 'limits.dangerousCalls' },
    concurrentPerSession: { key: 'limits.concurrentPerSession' },
    concurrentPerTool: { key: 'limits.concurrentPerTool' },
    windows: { key: 'limits.windows' },
    queue: { key: 'limits.queue' },
  },
  'packages/core/src/schedule/turn-state.ts#TurnLimits': {
    parallelReads: { libraryOnly: 'An argument of `runTurn`; `limits.concurrentPerSession` bounds it.' },
    parallelWrites: { libraryOnly: 'An argument of `runTurn`, where a program knows that its writes are independent.' },
    parallelAgents: { libraryOnly: 'An argument of `runTurn`; `limits.concurrentPerSession` bounds it.' },
  },
  'packages/core/src/json/measure-json.ts#JsonLimits': {
    parameters: { key: 'limits.arguments.parameters' },
    depth: { key: 'limits.arguments.depth' },
    bytes: { key: 'limits.arguments.bytes' },
  },
  'packages/sandbox/src/path/boundaries.ts#BoundaryOptions': {
    workspace: place,
    readRoots: { key: 'permissions.readRoots' },
    writeRoots: { key: 'permissions.writeRoots' },
    temporaryFolder: { key: 'permissions.temporaryFolder' },
    home: place,
    denied: {
      libraryOnly: 'Rules of `permissions.rules` deny paths, in every mode; this is for a program that has no policy.',
    },
    closed: service,
    userHome: place,
    readScope: { key: 'permissions.readScope' },
    sensitivity: { key: 'permissions.sensitive' },
    view: place,
  },
  'packages/core/src/telemetry/create-telemetry-sink.ts#TelemetrySinkOptions': {
    api: service,
    contents: { key: 'telemetry.contents' },
    mostOpenCalls: safety,
  },
  'packages/sandbox/src/create-host-machine.ts#HostMachineOptions': {
    backups: { key: 'backups.perFile' },
    environment: place,
    passEnvironment: { key: 'shell.environment' },
    clock: service,
    containment: { key: 'shell.unapproved' },
  },
  'packages/sandbox/src/files/backups.ts#FileBackupOptions': {
    folder: service,
    keep: { key: 'backups.perFile' },
    maxBytes: safety,
    clock: service,
  },
  'packages/sandbox/src/backend/sandbox-profile.ts#SandboxLimits': {
    memoryBytes: { key: 'sandbox.memoryMb' },
    cpus: { key: 'sandbox.cpus' },
    processes: { key: 'sandbox.processes' },
    openFiles: { key: 'sandbox.openFiles' },
  },
  'packages/sandbox/src/hook/create-command-hook.ts#CommandHookOptions': {
    name: { key: 'hooks.name' },
    argv: { key: 'hooks.command' },
    cwd: place,
    programs: place,
    timeoutMs: { key: 'hooks.timeoutMs' },
    trusted: { key: 'hooks.trusted' },
    scrubber: { key: 'hooks.raw' },
    environment: place,
    passEnvironment: { libraryOnly: 'A hook that needs more of the environment is a script that sets it.' },
    clock: service,
  },
  'packages/net/src/create-http-hook.ts#HttpHookOptions': {
    name: { key: 'hooks.name' },
    url: { key: 'hooks.url' },
    timeoutMs: { key: 'hooks.timeoutMs' },
    secret: { key: 'hooks.secret' },
    trusted: { key: 'hooks.trusted' },
    client: { key: 'network.internal' },
    clock: service,
    ids: service,
    scrubber: { key: 'hooks.raw' },
  },
  'packages/net/src/host/host-policy.ts#HostLists': {
    allowHosts: { key: 'network.allowed' },
    denyHosts: { key: 'network.denied' },
    internalHosts: { key: 'network.internal' },
  },
  'packages/net/src/client/client-limits.ts#ClientLimits': {
    connectMs: safety,
    headersMs: safety,
    idleMs: safety,
    totalMs: { libraryOnly: 'The time limit of the call or hook that asks, which has settings of its own.' },
    maxHeaderBytes: safety,
    maxBodyBytes: safety,
    maxCompressionRatio: safety,
  },
  'packages/tools/src/web/create-web-tools.ts#WebToolsOptions': {
    client: { key: 'network' },
    search: { key: 'web.search' },
    userAgent: { key: 'web.userAgent' },
    cache: safety,
  },
  'packages/store/src/file/create-artifact-files.ts#ArtifactFilesOptions': {
    folder: service,
    clock: service,
    ids: service,
    maxArtifactBytes: { key: 'artifacts.maxArtifactBytes' },
    maxSessionBytes: { key: 'artifacts.maxSessionBytes' },
    retentionMs: { key: 'artifacts.retentionMs' },
  },
  'packages/mcp/src/server/open-served-tools.ts#ServingOptions': {
    name: service,
    version: service,
    offer: service,
    instructions: { libraryOnly: 'Written by the command, which knows workspace and desk.' },
    elicitation: { key: 'approvals.elicitation' },
    approvalHint: service,
    questionHint: service,
    unaskedWaitMs: { key: 'approvals.unaskedWaitSeconds' },
    clock: service,
    events: service,
    onError: service,
  },
  'packages/mcp/src/http/create-mcp-endpoint.ts#McpEndpointOptions': {
    source: service,
    path: service,
    authorizationServers: { libraryOnly: 'The command hands out the tokens itself; a program may have an issuer.' },
    authenticate: service,
    openSession: service,
    limits: safety,
  },
}
