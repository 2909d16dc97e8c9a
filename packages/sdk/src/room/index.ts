export { builtInRooms } from '../rooms.ts'
export { eventsOf, type FoundRooms, findRooms, type RoomSources } from './find-rooms.ts'
export { openRoomPlace, type RoomPlace, type RoomPlaceSources } from './open-room-place.ts'
export { reservedNames } from './reserved-names.ts'
