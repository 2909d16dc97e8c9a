export type { CheckRow, Finding } from './check-row.ts'
export type {
  CommandArgument,
  CommandInvocation,
  CommandOption,
  CommandRow,
  RoomCommand,
} from './command-row.ts'
export { explainAmbiguous, type FoundByPrefix, findByPrefix, type Listing } from './find-by-prefix.ts'
export type {
  House,
  HouseDatabase,
  HouseGround,
  LongLivedProgram,
  ProgramSandbox,
  SpeakingProgram,
  StandingLimits,
} from './house.ts'
export { loadLater } from './load-later.ts'
export type {
  CompleteArgument,
  McpOffer,
  McpOfferChange,
  McpOfferings,
  OfferedCompletion,
  OfferedPrompt,
  OfferedResource,
  OfferedTemplate,
} from './mcp-offer.ts'
export {
  fieldForms,
  type ListPageRow,
  type PageField,
  type PagePlace,
  type PageRow,
  pageGroups,
  pageIcons,
  type ViewPageRow,
} from './page-row.ts'
export type { PromptCaller, RenderedPromptBlock } from './prompt-caller.ts'
export {
  defineRoom,
  type OpenRoom,
  type Room,
  roomVersion,
  type ServiceRows,
  type ToolRow,
  type WorkerRow,
} from './room.ts'
export type { RoomSection, SectionProblem } from './room-section.ts'
export {
  changedTopic,
  defineRoomRoute,
  isOperator,
  nothingFound,
  type PromptBlock,
  type RouteCaller,
  type RouteRequest,
  type RouteRow,
  type UserRole,
  userRoles,
} from './route-row.ts'
export { type Arrivals, showArrivals, untilAborted } from './show-arrivals.ts'
export { type InTurn, takeTurns } from './take-turns.ts'
export type { ExitCode, Interruption, Io, Terminal, TextOutput } from './terminal.ts'
