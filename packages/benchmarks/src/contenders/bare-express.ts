import SqliteDatabase from "better-sqlite3";
import express from "express";
import { assignment, serve } from "../processes/child.js";

/** Express and better-sqlite3 and nothing else: what every service of this kind has to load. */
const one = new SqliteDatabase(assignment().database).prepare("select 1 as one");

const app = express();
app.get("/healthz", (_request, response) => void response.json(one.get()));
serve(app);
