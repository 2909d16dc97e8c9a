export { codeRoom } from './room.ts'
