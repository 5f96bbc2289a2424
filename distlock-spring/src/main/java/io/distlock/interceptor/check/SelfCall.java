// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;

/**
 * A place where a class calls a locked method on its own object.
 *
 * @param place the place, as stack traces show it
 * @param locked the method that is called there
 */
record SelfCall(String place, Method locked) {

}
