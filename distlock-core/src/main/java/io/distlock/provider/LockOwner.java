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

package io.distlock.provider;

/**
 * Who asks for a lock: an id that is new for every attempt that is sent to a store, never
 * the name of a host, a process or a thread. So a late answer, a late release or a late
 * renewal of one attempt can never touch what another attempt got.
 *
 * @param id at most 48 ASCII characters
 * @since 0.1.0
 */
public record LockOwner(String id) {

	@Override
	public String toString() {
		return this.id;
	}

}
