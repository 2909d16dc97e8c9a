import type { Route } from '../route/route.ts'
import { keyRoutes } from './account/key-routes.ts'
import { accountRoutes } from './account/routes.ts'
import { userRoutes } from './account/user-routes.ts'
import { descriptionRoutes } from './description/routes.ts'
import { healthRoutes } from './health/routes.ts'

/** Every operation of the API. A new resource is a folder and a line here. */
export const allRoutes: readonly Route[] = [
  ...accountRoutes,
  ...userRoutes,
  ...keyRoutes,
  ...healthRoutes,
  ...descriptionRoutes,
]
