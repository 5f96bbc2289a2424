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

package io.distlock.benchmark.measure;

/**
 * One of many nodes of a JVM, each with a provider and with connections of its own, as if
 * it were alone in a JVM.
 */
public interface HerdNode extends AutoCloseable {

	/**
	 * Lock a key, waiting for as long as it takes.
	 * @return releases it, on the same thread
	 * @throws InterruptedException if the thread was interrupted; then the node does not
	 * wait any more
	 */
	AutoCloseable lock(String key) throws Exception;

}
