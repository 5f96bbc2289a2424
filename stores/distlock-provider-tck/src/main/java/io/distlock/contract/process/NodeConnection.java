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

package io.distlock.contract.process;

import java.util.List;

/**
 * How a process reaches the store, by a network of its own.
 *
 * @param arguments the first arguments of its program
 * @param cut resets its connections, and each new one
 * @param mend lets it connect again
 * @param close ends the network
 * @since 0.1.0
 */
public record NodeConnection(List<String> arguments, Runnable cut, Runnable mend, Runnable close) {

}
