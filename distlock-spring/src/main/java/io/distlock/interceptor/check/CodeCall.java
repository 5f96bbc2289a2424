// SPDX-License-Identifier: Apache-2.0

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
