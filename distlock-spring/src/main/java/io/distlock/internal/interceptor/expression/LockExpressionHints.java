// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.TypeReference;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardTypeLocator;

/**
 * Runtime hints for expressions: the public methods and fields of the declared types of
 * parameters with their nested properties, of named beans and types, and of the target.
 * Members of undeclared subtypes cannot be determined.
 *
 * @since 0.1.0
 */
public final class LockExpressionHints {

	private final BindingReflectionHintsRegistrar properties = new BindingReflectionHintsRegistrar();

	private final ReflectionHints hints;

	private final BeanFactory beanFactory;

	public LockExpressionHints(ReflectionHints hints, BeanFactory beanFactory) {
		this.hints = hints;
		this.beanFactory = beanFactory;
	}

	public void register(String text, Method annotated, Method method, Class<?> type) {
		String parameter = text.strip();
		if (text.isEmpty()
				|| (parameter.startsWith("#") && MethodParameters.of(annotated, method).has(parameter.substring(1)))) {
			return;
		}
		for (int i = 0; i < method.getParameterCount(); i++) {
			register(ResolvableType.forMethodParameter(method, i, type));
		}
		if (text.contains("target")) {
			register(ResolvableType.forClass(type));
		}
		try {
			registerNamed(new SpelExpressionParser().parseRaw(text).getAST());
		}
		catch (RuntimeException ex) {
			// reported at startup
		}
	}

	private void register(ResolvableType type) {
		Class<?> known = type.isArray() ? type.getComponentType().resolve() : type.resolve();
		if (known != null && !known.isPrimitive() && known.getCanonicalName() != null) {
			this.hints.registerType(known, MemberCategory.INVOKE_PUBLIC_METHODS, MemberCategory.ACCESS_PUBLIC_FIELDS);
			Type declared = type.getType();
			this.properties.registerReflectionHints(this.hints, (declared instanceof Class<?>) ? known : declared);
		}
	}

	private void registerNamed(SpelNode node) {
		if (node instanceof BeanReference) {
			registerBean(node.toStringAST().replaceAll("^[@&]+|'", ""));
		}
		if (node instanceof TypeReference) {
			registerType(node.getChild(0).toStringAST());
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			registerNamed(node.getChild(i));
		}
	}

	private void registerBean(String name) {
		Class<?> type = this.beanFactory.containsBean(name) ? this.beanFactory.getType(name, false) : null;
		if (type != null) {
			register(ResolvableType.forClass(type));
		}
	}

	private void registerType(String name) {
		try {
			register(ResolvableType.forClass(new StandardTypeLocator().findType(name)));
		}
		catch (EvaluationException ex) {
			// reported by the first call
		}
	}

}
