// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.BeanResolver;
import org.springframework.expression.ConstructorResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.IndexAccessor;
import org.springframework.expression.MethodResolver;
import org.springframework.expression.OperatorOverloader;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypeComparator;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.TypedValue;

/**
 * One evaluation: the call and its parameters. Everything that does not depend on the
 * call is shared with all other evaluations. Expressions cannot assign anything.
 */
final class LockEvaluationContext implements EvaluationContext {

	private final EvaluationContext shared;

	private final LockExpressionRoot root;

	private final Map<String, Integer> variables;

	LockEvaluationContext(EvaluationContext shared, LockExpressionRoot root, Map<String, Integer> variables) {
		this.shared = shared;
		this.root = root;
		this.variables = variables;
	}

	@Override
	public TypedValue getRootObject() {
		return new TypedValue(this.root);
	}

	@Override
	public @Nullable Object lookupVariable(String name) {
		Integer index = this.variables.get(name);
		return (index != null) ? this.root.getArgs()[index] : null;
	}

	@Override
	public void setVariable(String name, @Nullable Object value) {
		throw new UnsupportedOperationException("Variable #%s cannot be set in a lock expression".formatted(name));
	}

	@Override
	public boolean isAssignmentEnabled() {
		return false;
	}

	@Override
	public List<PropertyAccessor> getPropertyAccessors() {
		return this.shared.getPropertyAccessors();
	}

	@Override
	public List<IndexAccessor> getIndexAccessors() {
		return this.shared.getIndexAccessors();
	}

	@Override
	public List<ConstructorResolver> getConstructorResolvers() {
		return this.shared.getConstructorResolvers();
	}

	@Override
	public List<MethodResolver> getMethodResolvers() {
		return this.shared.getMethodResolvers();
	}

	@Override
	public @Nullable BeanResolver getBeanResolver() {
		return this.shared.getBeanResolver();
	}

	@Override
	public TypeLocator getTypeLocator() {
		return this.shared.getTypeLocator();
	}

	@Override
	public TypeConverter getTypeConverter() {
		return this.shared.getTypeConverter();
	}

	@Override
	public TypeComparator getTypeComparator() {
		return this.shared.getTypeComparator();
	}

	@Override
	public OperatorOverloader getOperatorOverloader() {
		return this.shared.getOperatorOverloader();
	}

}
