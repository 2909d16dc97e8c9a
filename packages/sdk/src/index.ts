export type { InterruptedCall, Session, SessionOptions } from '@drawbridge/core'
export {
  type CheckRow,
  type CommandInvocation,
  type CommandRow,
  defineRoom,
  type Finding,
  type House,
  type HouseGround,
  type OpenRoom,
  type Room,
  type RoomCommand,
  type RoomSection,
  type RouteRow,
  roomVersion,
  type ToolRow,
} from '@drawbridge/room'
export { type ArtifactSources, openArtifacts } from './artifacts/open-artifacts.ts'
export type { DrawbridgeConfig, PolicyTest } from './config/sections.ts'
export { createDrawbridge, type Drawbridge } from './create-drawbridge.ts'
export type { ApproverTools, DrawbridgeOptions } from './drawbridge-options.ts'
export { type HomeSources, homePath, resolveHome } from './home/resolve-home.ts'
export type { SandboxExplanation } from './sandbox/explain-sandbox.ts'
export type { Sandboxing } from './sandbox/sandboxing.ts'
export type { ScrubOptions, ServerAddresses } from './scrub/scrub-options.ts'
export type { AgentSessionOptions } from './session/agent-session-options.ts'
export type { AgentOptions } from './virtual/agent-options.ts'
export { resolveWorkspace } from './workspace/resolve-workspace.ts'
