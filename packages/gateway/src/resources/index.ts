import type { Route } from '../route/route.ts'
import { keyRoutes } from './account/key-routes.ts'
import { accountRoutes } from './account/routes.ts'
import { userRoutes } from './account/user-routes.ts'
import { agentRoutes } from './agent-routes.ts'
import { grantRoutes } from './approvals/grant-routes.ts'
import { questionRoutes } from './approvals/question-routes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { artifactRoutes } from './artifacts/routes.ts'
import { completionRoutes } from './completion-routes.ts'
import { credentialRoutes } from './credential-routes.ts'
import { descriptionRoutes } from './description/routes.ts'
import { flowRoutes } from './flow-routes.ts'
import { healthRoutes } from './health/routes.ts'
import { nodeRoutes } from './node-routes.ts'
import { draftRoutes } from './policy/draft-routes.ts'
import { policyRoutes } from './policy/policy-routes.ts'
import { shadowRoutes } from './policy/shadow-routes.ts'
import { versionRoutes } from './policy/version-routes.ts'
import { callRoutes } from './sessions/call-routes.ts'
import { messageRoutes } from './sessions/message-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { statsRoutes } from './stats-routes.ts'
import { toolRoutes } from './tools/routes.ts'

/** Every operation of the API. A new resource is a folder and a line here. */
export const allRoutes: readonly Route[] = [
  ...accountRoutes,
  ...userRoutes,
  ...keyRoutes,
  ...toolRoutes,
  ...approvalRoutes,
  ...questionRoutes,
  ...grantRoutes,
  ...policyRoutes,
  ...draftRoutes,
  ...shadowRoutes,
  ...versionRoutes,
  ...sessionRoutes,
  ...callRoutes,
  ...agentRoutes,
  ...credentialRoutes,
  ...flowRoutes,
  ...artifactRoutes,
  ...messageRoutes,
  ...completionRoutes,
  ...nodeRoutes,
  ...statsRoutes,
  ...healthRoutes,
  ...descriptionRoutes,
]
