import { buildDashboard } from './lib/build-dashboard.ts'
import { repositoryRoot } from './lib/repository-root.ts'

console.log(await buildDashboard(repositoryRoot))
