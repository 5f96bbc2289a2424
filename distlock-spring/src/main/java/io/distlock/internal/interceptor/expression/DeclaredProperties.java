// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.internal.annotation.AnnotationAttribute;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.PropertyMatches;
import org.springframework.core.KotlinDetector;
import org.springframework.core.NativeDetector;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.support.ReflectivePropertyAccessor;

/**
 * Checks the properties of a parameter's path, such as {@code #order.customer.id}, as far
 * as the declared types are final. Values of other types may have additional properties.
 */
final class DeclaredProperties extends ReflectivePropertyAccessor {

	void check(SpelNode node, AnnotationAttribute attribute, MethodParameters parameters) {
		if (!(node instanceof CompoundExpression) || !(node.getChild(0) instanceof VariableReference variable)
				|| NativeDetector.inNativeImage()) {
			return;
		}
		Integer position = parameters.positions().get(variable.toStringAST().substring(1));
		Class<?> type = (position != null) ? known(attribute.method().getGenericParameterTypes()[position]) : null;
		for (int i = 1; type != null && i < node.getChildCount(); i++) {
			type = (node.getChild(i) instanceof PropertyOrFieldReference property)
					? read(type, property.getName(), attribute) : null;
		}
	}

	private @Nullable Class<?> read(Class<?> owner, String name, AnnotationAttribute attribute) {
		return known(find(owner, name).orElseThrow(() -> attribute
			.invalid("'%s' is no property of %s".formatted(name, owner.getName()), remedy(owner, name))));
	}

	private Optional<Type> find(Class<?> owner, String name) {
		Method getter = findGetterForProperty(name, owner, false);
		Field field = (getter == null) ? findField(name, owner, false) : null;
		return Optional.ofNullable((getter != null) ? getter.getGenericReturnType() : null)
			.or(() -> Optional.ofNullable(field).map(Field::getGenericType));
	}

	private String remedy(Class<?> owner, String name) {
		String similar = Stream.of(PropertyMatches.forField(name, owner).getPossibleMatches())
			.filter((match) -> find(owner, match).isPresent())
			.map("'%s'"::formatted)
			.collect(Collectors.joining(" or "));
		return similar.isEmpty() ? "Name a property with a public getter or field."
				: "Did you mean %s?".formatted(similar);
	}

	private static @Nullable Class<?> known(Type type) {
		return (type instanceof Class<?> declared && Modifier.isFinal(declared.getModifiers()) && !declared.isArray()
				&& !declared.isPrimitive() && declared.getTypeParameters().length == 0
				&& !KotlinDetector.isInlineClass(declared)) ? declared : null;
	}

}
