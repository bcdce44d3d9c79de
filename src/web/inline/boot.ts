/**
 * The page's only script until a person does something. The page works without the application: links, GET forms
 * and POST forms are the browser's own.
 */
import "./hold-events.ts";
import "./lay-out-parts.ts";
