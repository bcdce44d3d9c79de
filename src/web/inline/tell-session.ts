// Stands right after the header: fills it before it is drawn.
import { sessionEvent } from "#web/session/session-names.ts";

dispatchEvent(new Event(sessionEvent));
