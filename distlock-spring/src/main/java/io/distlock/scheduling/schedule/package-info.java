/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

/**
 * The schedules that were made at run time, as one entry of the job ledger keeps them.
 * <p>
 * Each schedule is a record of that entry, in a slot of its own: so a change is one
 * compare-and-set, the entry's version tells whether anything has changed, and what nodes
 * read again and again is as small as a job's entry. A listing of the store's jobs would
 * cost more, and may be cut short.
 */
@NullMarked
package io.distlock.scheduling.schedule;

import org.jspecify.annotations.NullMarked;
