// The messages between client and server, under the names that the page uses.
export type {
  ChatLine,
  Ending,
  EventMessage as Event,
  FromServer,
  RoomInfo,
  SeatInfo,
  Shown,
  ToServer,
  View,
} from "../generated/messages";
