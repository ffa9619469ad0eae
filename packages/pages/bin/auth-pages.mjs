#!/usr/bin/env node
// Committed, so that package managers find a program to link before anything is built.
import "../dist/platform/bin.js";
