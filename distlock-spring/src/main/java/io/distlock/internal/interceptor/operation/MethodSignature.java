// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.ResolvableType;

/**
 * Common signature of a method and its overriding or implementing methods: the name, and
 * the parameter types with resolved type variables.
 *
 * @param name the name
 * @param parameters the parameter types
 */
public record MethodSignature(String name, List<Class<?>> parameters) {

	/**
	 * Return the signature of a method in the context of a class.
	 * @param method the method, declared by the class, a superclass or an interface
	 * @param type the class that resolves type variables
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
