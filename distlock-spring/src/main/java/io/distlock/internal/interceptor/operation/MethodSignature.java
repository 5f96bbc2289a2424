// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.ResolvableType;

/**
 * Common signature of a method and those that override or implement it: the name, and the
 * types of the parameters with the type variables that are known.
 *
 * @param name the name
 * @param parameters the types of the parameters
 */
public record MethodSignature(String name, List<Class<?>> parameters) {

	/**
	 * Return the signature of a method as a class sees it.
	 * @param method the method, of the class, a parent or an interface
	 * @param type the class, which says what type variables stand for
	 */
	public static MethodSignature of(Method method, Class<?> type) {
		Method bridged = BridgeMethodResolver.findBridgedMethod(ValueClassBridge.resolve(method, type));
		Type[] generic = bridged.getGenericParameterTypes();
		List<Class<?>> parameters = new ArrayList<>(generic.length);
		for (int i = 0; i < generic.length; i++) {
			parameters.add((generic[i] instanceof Class<?> plain) ? plain
					: ResolvableType.forMethodParameter(bridged, i, type).toClass());
		}
		return new MethodSignature(bridged.getName(), List.copyOf(parameters));
	}

}
