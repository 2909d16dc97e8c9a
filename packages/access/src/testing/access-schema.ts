import { gatewayRoom } from '../room.ts'

const { name: room, migrations = [] } = gatewayRoom

/** The tables of this package, for databases of tests. */
export const accessSchema = [{ room, migrations, sealed: [] }]
