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

package io.distlock.jdbc.queue;

/**
 * The text of the statements that wake the next node where the one that was woken makes
 * no use of it. The parameters of each are the key and the last token under which that
 * node was woken.
 *
 * @param free wakes the next one if the lock is free, or has permits left
 * @param isTogether finds a row if several hold the lock, and a woken node has not come
 * @param together wakes the next one of those who may hold the lock together
 * @since 0.1.0
 */
public record PassSql(String free, String isTogether, String together) {

}
