// The messages between client and server, under the names that the page uses.
export type {
  AgreedOption,
  ChatLine,
  Ending,
  EventMessage as Event,
  FromServer,
  HintNews,
  HouseInfo,
  RoomInfo,
  SeatInfo,
  Shown,
  ToServer,
  View,
} from "../generated/messages";
