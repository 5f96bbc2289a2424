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

package io.distlock.interceptor.check;

/**
 * A call of a method on the object itself, as the code has it.
 *
 * @param owner the internal name of the class that the call names
 * @param name the name of the method
 * @param descriptor its parameters and its result
 * @param exact whether that class says what is called, as for {@code super.method()}, and
 * not the class of the object
 * @param line the line, or -1 if the class does not say
 */
record CodeCall(String owner, String name, String descriptor, boolean exact, int line) {

}
